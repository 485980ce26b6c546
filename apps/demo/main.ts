// `npm start` without settings: a demo that only this machine can reach.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMain } from '../run-main.ts'
import { readDemoConfig } from './config.ts'
import { startDemo } from './demo.ts'

const folder = dirname(fileURLToPath(import.meta.url))

await runMain(async () => {
  const demo = await startDemo(readDemoConfig(process.env, folder, resolve(folder, '..')), (line) =>
    console.error(line),
  )
  console.log(`ready ${demo.url}`)
  if (demo.login) console.log(`login ${demo.login.loginname} / ${demo.login.password}`)
  if (demo.link) console.log(`shared ${demo.url}${demo.link.path} with the password ${demo.link.password}`)
  return demo
})
