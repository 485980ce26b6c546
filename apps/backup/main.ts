// The command as a process: `backup.mjs backup <file>`, `backup.mjs restore <file> [--replace]`.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from '../../db/setup-error.ts'
import { readConfig } from '../server/config.ts'
import { makeBackup, makeRestore } from './work.ts'

const folder = dirname(fileURLToPath(import.meta.url))

async function main([what, ...rest]: string[]): Promise<void> {
  const flags = rest.filter((word) => word.startsWith('--'))
  const [file, ...more] = rest.filter((word) => !word.startsWith('--'))
  const wrong = flags.find((flag) => what !== 'restore' || flag !== '--replace')
  if (!file || more.length > 0 || wrong)
    throw new SetupError(
      'FILE',
      what === 'restore' ? 'npm run restore -- <file> [--replace]' : 'npm run backup -- <file>',
    )
  const config = readConfig(process.env, folder, resolve(folder, '../data/platform'))
  const say = (line: string) => console.log(line)
  if (what === 'restore') {
    const { madeAt, version, tables, rows } = await makeRestore(config, file, flags.includes('--replace'), say)
    say(`restored ${rows} rows of ${tables} tables, as they were at ${madeAt} (Gatehouse ${version})`)
    return
  }
  const { version } = JSON.parse(readFileSync(resolve(folder, '../package.json'), 'utf8')) as { version: string }
  const { tables, rows } = await makeBackup(config, file, version, say)
  say(`${rows} rows of ${tables} tables in ${file}; it holds the installation's key: keep it as you keep a password`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
})
