import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the command with one clear line and exit code 1. */
export class Stop extends Error {}

/** @param {string} line */
export function say(line) {
  console.log(line)
}
