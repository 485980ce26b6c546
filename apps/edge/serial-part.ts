// The compiled part of the package `serialport` in the single-file agent. The file contains one part for each usual
// processor; the agent writes the right one to a folder and loads it when the first serial port is opened.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Compressed parts in base64 by system, processor and C library; the build writes it. */
declare const GATEHOUSE_SERIAL_PARTS: Record<string, string>

function partName(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return `${process.platform}-${process.arch}-${header.glibcVersionRuntime ? 'glibc' : 'musl'}`
}

/** Writes the part to a new folder and loads it. Throws if the system forbids loading programs from this folder. */
function loadFrom(parent: string, part: Buffer): unknown {
  const folder = mkdtempSync(join(parent, 'gatehouse-serial-'))
  try {
    const file = join(folder, 'serialport.node')
    writeFileSync(file, part, { mode: 0o700 })
    const loaded = { exports: {} }
    process.dlopen(loaded, file, constants.dlopen.RTLD_LAZY)
    return loaded.exports
  } finally {
    // Once loaded, the part no longer needs its file.
    rmSync(folder, { recursive: true, force: true })
  }
}

function load(): unknown {
  const name = partName()
  const part = GATEHOUSE_SERIAL_PARTS[name]
  if (part === undefined) throw new Error(`the agent has no serial part for ${name}`)
  const bytes = gunzipSync(Buffer.from(part, 'base64'))
  try {
    return loadFrom(tmpdir(), bytes)
  } catch {
    return loadFrom(dirname(process.argv[1] ?? '.'), bytes)
  }
}

/** The export that the package expects. */
export const binding = load()
