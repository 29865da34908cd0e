/** Packs pictures as PNG beside the page. On the page itself browsers do it only when the page has nothing else to do, which may take a second. */

addEventListener('message', async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
  postMessage(await canvas.convertToBlob({ type: 'image/png' }).catch(() => null));
});

// A page that may not have workers never gets this.
postMessage('ready');
