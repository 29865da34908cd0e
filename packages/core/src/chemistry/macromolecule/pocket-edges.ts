/** Longest edge that docking searches, and the one above which a notice warns that the search may miss the best pose, in Å; compute has the same. */
export const longestPocketEdge = 50;
export const longPocketEdge = 30;
