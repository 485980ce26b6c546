// The demo's settings: the platform's, on loopback only, with a folder of its own.
import { resolve } from 'node:path'
import { readConfig, type ServerConfig } from '../server/config.ts'

export type DemoConfig = { server: ServerConfig }

type Env = Record<string, string | undefined>

export function readDemoConfig(env: Env, folder: string, root: string): DemoConfig {
  const server = readConfig(env, folder, resolve(root, 'data/demo'))
  return { server: { ...server, host: '127.0.0.1' } }
}
