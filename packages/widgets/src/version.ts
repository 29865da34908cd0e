/** The version that every element of this bundle carries, so that two bundles on one page can be told apart. */
export const version = '0.2.0';
