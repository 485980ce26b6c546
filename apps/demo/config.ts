// The demo's settings: the platform's, on loopback only, with a folder of its own.
import { resolve } from 'node:path'
import type { Language } from '../../contract/errors.ts'
import { SetupError } from '../../db/setup-error.ts'
import { readConfig, type ServerConfig } from '../server/config.ts'

export type DemoConfig = {
  server: ServerConfig
  /** Days of history that are generated at the first start. */
  days: number
  /** The language of generated accounts; that of the machine. */
  language: Language
}

type Env = Record<string, string | undefined>
const longest = 30

export function readDemoConfig(env: Env, folder: string, root: string): DemoConfig {
  const server = readConfig(env, folder, resolve(root, 'data/demo'))
  return { server: { ...server, host: '127.0.0.1' }, days: daysOf(env.DEMO_DAYS), language: languageOf(env) }
}

const languageOf = ({ LC_ALL, LANG }: Env): Language => (/^zh/i.test(LC_ALL || LANG || '') ? 'zh-cn' : 'en')

function daysOf(raw: string | undefined): number {
  if (!raw) return longest
  const days = Number(raw)
  if (Number.isInteger(days) && days >= 1 && days <= longest) return days
  throw new SetupError('DEMO_DAYS', `DEMO_DAYS must be a whole number from 1 to ${longest}, not "${raw}"`)
}
