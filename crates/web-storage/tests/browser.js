// What the storage tests do behind the store's back: other connections, and faults of one database.

const open = (name, version, upgrade) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade?.(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const transact = async (name, store, mode, act) => {
  const database = await open(name);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
};

export const put_raw = (name, store, key, text) => transact(name, store, "readwrite", (rows) => rows.put(text, key));

// Puts rows "0000", "0001", … that all have the same text.
export const put_many = (name, store, count, text) =>
  transact(name, store, "readwrite", (rows) => {
    let request;
    for (let row = 0; row < count; row += 1) request = rows.put(text, String(row).padStart(4, "0"));
    return request;
  });

// How many rows have which text.
export const texts = async (name, store) => {
  const all = await transact(name, store, "readonly", (rows) => rows.getAll());
  return JSON.stringify(all.reduce((counts, text) => ({ ...counts, [text]: (counts[text] ?? 0) + 1 }), {}));
};

export const get_raw = (name, store, key) => transact(name, store, "readonly", (rows) => rows.get(key));

export const create = async (name, version, store) => {
  const database = await open(name, version, (fresh) => fresh.createObjectStore(store));
  database.close();
};

// Keeps a connection that does not react to other tabs; gives the function that closes it.
export const hold = async (name) => {
  const database = await open(name);
  return () => database.close();
};

const usual = globalThis.indexedDB;
const useDatabases = (value) =>
  Object.defineProperty(globalThis, "indexedDB", { value, configurable: true, writable: true });

export const small_quota = async (name, quota) => {
  const bucket = await navigator.storageBuckets.open(name, { quota });
  useDatabases(bucket.indexedDB);
};

export const usual_quota = () => useDatabases(usual);

const throwing = new Map();
const aborting = new Map();
const aborted = new WeakSet();
const durabilities = new Map();

export const throw_in = (name, error, times) => throwing.set(name, { error, times });
export const abort_in = (name, after, times) => aborting.set(name, { after, times, left: after });
export const begun = (name, durability) => durabilities.get(`${name} ${durability}`) ?? 0;
export const now = () => performance.now();

const writing = new Set();
const overlaps = new Map();
// How often a writing transaction got an answer while another one of the database was under way.
export const overlapped = (name) => overlaps.get(name) ?? 0;

const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  const fault = throwing.get(this.name);
  if (fault?.times > 0) {
    fault.times -= 1;
    throw new DOMException("injected", fault.error);
  }
  if (options?.durability) {
    const key = `${this.name} ${options.durability}`;
    durabilities.set(key, (durabilities.get(key) ?? 0) + 1);
  }
  return begin.call(this, stores, mode, options);
};

for (const method of ["put", "delete"]) {
  const original = IDBObjectStore.prototype[method];
  IDBObjectStore.prototype[method] = function (...values) {
    const request = original.apply(this, values);
    request.addEventListener("success", () => {
      const { transaction } = this;
      for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => writing.delete(transaction));
      writing.add(transaction);
      const { name } = transaction.db;
      const under_way = [...writing].filter((transaction) => transaction.db.name === name).length;
      if (under_way > 1) overlaps.set(name, overlapped(name) + 1);
    });
    const fault = aborting.get(this.transaction.db.name);
    if (!fault || fault.times === 0 || aborted.has(this.transaction)) return request;
    fault.left -= 1;
    if (fault.left > 0) return request;
    fault.left = fault.after;
    fault.times -= 1;
    aborted.add(this.transaction);
    // After the last request of the burst, as a failing commit would.
    queueMicrotask(() => this.transaction.abort());
    return request;
  };
}
