/** Texts while pictures and films are made: part of the package's message table. */
export const recordingWords = {
  drawing: {
    png: 'Drawing the PNG',
    video: 'Recording the video',
    gif: 'Recording the GIF',
    largeGif: 'Recording the large GIF',
  },
  realTime: 'Recording the video picture by picture: this browser cannot do it faster. Keep this tab in front.',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  failed: {
    png: (reason: string) => `No PNG was made. ${reason}`,
    video: (reason: string) => `No video was made. ${reason}`,
    gif: (reason: string) => `No GIF was made. ${reason}`,
    largeGif: (reason: string) => `No GIF was made. ${reason}`,
  },
  problems: {
    large: 'There is not enough memory for a picture of this size. Close other tabs, then try again.',
    lost: 'The graphics of this computer stopped for a moment. Try again.',
    codec: 'This browser cannot write VP9 video. Use a current Chrome, Edge or Firefox, or download a GIF.',
    member: 'One of the structures to be shown could not be read. Try again.',
    changed: 'Another structure was shown meanwhile. Try again.',
    load: 'A part of the program could not be loaded. Try again.',
    failed: 'Reload the page, then try again.',
  },
} as const;
