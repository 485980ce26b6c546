// Width and height of a JPEG, from its frame header; nothing is decoded. Pure.

/** Frame headers: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (mark: number): boolean => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

/** Reads width and height from the header of a JPEG file. Throws a RangeError if the file ends too early. */
export function jpegSize(file: Buffer): { width: number; height: number } | undefined {
  let at = 2
  while (file.readUInt8(at) === 0xff) {
    const mark = file.readUInt8(at + 1)
    if (isFrame(mark)) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    // Fill bytes may precede a JPEG marker.
    at += mark === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}
