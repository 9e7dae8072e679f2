// From the bytes in a page to the recording that is in them.

import { Trace } from "./data.js";
import { LogTrace } from "./log.js";

const ARRAYS = { i1: Int8Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i2: Int16Array, i4: Int32Array, f8: Float64Array };

/** The recording in gzip-packed bytes, with the header that says what they hold. */
export async function unpack(header, bytes) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser is too old to unpack the recording: it needs Chrome 80, Firefox 113, Safari 16.4 or newer.");
  }
  let buffer;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    buffer = await new Response(stream).arrayBuffer();
  } catch {
    throw new Error("The recording in this page is damaged and cannot be unpacked: export it again.");
  }
  if (buffer.byteLength !== header.bytes) {
    throw new Error("The recording in this page is not whole: export it again.");
  }
  const sections = {};
  for (const [name, type, offset, length] of header.sections) {
    sections[name] = new ARRAYS[type](buffer, offset, length);
  }
  return sections.told ? new LogTrace(header, sections) : new Trace(header, sections);
}
