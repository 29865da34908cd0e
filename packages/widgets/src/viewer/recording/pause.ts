/** Lets the page draw, and handle a click on Cancel. A timer would be slowed down in a tab behind others. */
export function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    port2.postMessage(null);
  });
}
