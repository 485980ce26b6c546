// Writes an export to a file: bytes go directly to the disk where the browser supports it, else into a blob.
import { downloadBlob } from '../../../ui/download.ts'

type FileWriter = { write(bytes: Uint8Array): Promise<void>; close(): Promise<void>; abort(): Promise<void> }
type Picker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<FileWriter> }>

/**
 * Asks where to save, then saves the answer of `open`; `onBytes` gets the number of received bytes. A truncated answer
 * leaves no file.
 */
export async function saveExport(
  open: () => Promise<Response>,
  name: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const picker = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker
  // The dialog comes first: a browser allows it only right after a click.
  const file = picker ? await picker({ suggestedName: name }) : undefined
  const response = await open()
  const writer = await (file ? file.createWritable() : blobWriter(name, response.headers.get('content-type') ?? ''))
  try {
    await pour(response, writer, onBytes)
  } catch (error) {
    await writer.abort()
    throw error
  }
  await writer.close()
}

async function pour(response: Response, writer: FileWriter, onBytes: (bytes: number) => void): Promise<void> {
  const reader = response.body?.getReader()
  if (!reader) return
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    await writer.write(value)
    bytes += value.byteLength
    onBytes(bytes)
  }
}

/** Collects the bytes and passes them to the browser as a download at the end. */
function blobWriter(name: string, type: string): FileWriter {
  let parts: BlobPart[] = []
  return {
    async write(bytes) {
      parts.push(bytes as BlobPart)
    },
    async close() {
      downloadBlob(name, new Blob(parts, { type }))
    },
    async abort() {
      parts = []
    },
  }
}
