/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of it by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
