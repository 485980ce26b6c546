// The demo's settings: the platform's, on loopback only, with a folder of its own.
import { resolve } from 'node:path'
import type { Language } from '../../contract/errors.ts'
import { readConfig, type ServerConfig } from '../server/config.ts'

export type DemoConfig = {
  server: ServerConfig
  /** Names of devices and variables are data, in one language: the machine's. */
  language: Language
}

type Env = Record<string, string | undefined>

export function readDemoConfig(env: Env, folder: string, root: string): DemoConfig {
  const server = readConfig(env, folder, resolve(root, 'data/demo'))
  const isChinese = /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '')
  return { server: { ...server, host: '127.0.0.1' }, language: isChinese ? 'zh-cn' : 'en' }
}
