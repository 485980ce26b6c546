// `npm start` with settings, or with DEMO=0: the platform, empty at its first start.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMain } from '../run-main.ts'
import { readConfig } from './config.ts'
import { startServer } from './start.ts'

const folder = dirname(fileURLToPath(import.meta.url))

await runMain(async () => {
  const config = readConfig(process.env, folder, resolve(folder, '../data/platform'))
  // Lines of the log are collected until the platform has started, because a failed start prints only the line with its
  // reason.
  const notes: string[] = []
  let say = (line: string): void => void notes.push(line)
  const server = await startServer(config, { say: (line) => say(line) })
  console.log(`ready ${config.publicUrl ?? server.url}`)
  say = (line) => console.log(line)
  notes.forEach(say)
  if (server.adminPassword && !config.adminPassword) {
    console.log(`administrator admin / ${server.adminPassword} (shown this once)`)
  }
  return server
})
