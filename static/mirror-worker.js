// Writes files of the mirror into the page's private file system: only a worker may flush them to the disk.
// Each message of the page is a folder, a name and the bytes; the answer is an empty text, or the reason why not.
self.onmessage = async ({ data: { folder, name, bytes } }) => {
  try {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(folder, { create: true });
    const file = await directory.getFileHandle(name, { create: true });
    const access = await file.createSyncAccessHandle();
    try {
      access.truncate(0);
      if (access.write(bytes, { at: 0 }) !== bytes.byteLength) throw new DOMException("cut off", "QuotaExceededError");
      access.flush();
    } finally {
      access.close();
    }
    self.postMessage("");
  } catch (error) {
    self.postMessage(`${error?.name}: ${error?.message}`);
  }
};
