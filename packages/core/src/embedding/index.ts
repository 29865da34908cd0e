/** How a framed result and the page around it talk: messages, the state that they carry, and the frame's side of it. */
export * from './frame-side.ts';
export * from './messages.ts';
export * from './state.ts';
