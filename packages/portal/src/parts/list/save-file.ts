/** Offers a text as a file; nothing is added to the page. */
export function saveText(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the file after the click returns; a minute is ample and frees it in the end.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
