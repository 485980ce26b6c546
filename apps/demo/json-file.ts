// Small files with which the demo continues after a restart.
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Reads a JSON file; undefined if the file is missing or incomplete. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a JSON file; the old file stays until the new one is complete. */
export async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content))
  await rename(`${file}.new`, file)
}
