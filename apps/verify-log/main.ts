// The command as a process: `verify-log.mjs`. It ends with 1 when a log was tampered with, or cannot be read.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from '../../db/setup-error.ts'
import { readConfig } from '../server/config.ts'
import { verifyLog } from './work.ts'

const folder = dirname(fileURLToPath(import.meta.url))

async function main(): Promise<void> {
  const config = readConfig(process.env, folder, resolve(folder, '../data/platform'))
  const isSound = await verifyLog(config, (line) => console.log(line))
  if (!isSound) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
})
