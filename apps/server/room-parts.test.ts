// Services, settings and errors of rooms: each is complete, unique and described.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorRows } from '../../contract/errors.ts'
import { errorFiles } from '../../features/frame/room-errors.ts'
import { setting } from '../../features/frame/setting.ts'
import { roomSettings } from './config.ts'
import { roomServices } from './rooms.ts'

const readme = readFileSync('README.md', 'utf8')
const modules = import.meta.glob<Record<string, unknown>>(
  ['../../features/*/*/{contract,rules}.ts', '../../features/frame/*.ts', '!../../**/*.test.ts'],
  {
    eager: true,
  },
)
const spineServices = readFileSync('apps/server/spine.ts', 'utf8').match(/provide\((\w+),/g) ?? []

test('a setting of a room is described in README and belongs to one room', () => {
  const names = roomSettings
    .flatMap((each) => each.names)
    .filter((name) => name !== 'NODE_ENV' && name !== 'PUBLIC_URL')
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('a setting reads only the names that it declares', () => {
  const own = setting({ names: ['A'], read: (env) => [env.A, env.B] })
  expect(own.read({ A: '1', B: '2' })).toEqual(['1', undefined])
})

test('every token has one service', () => {
  const tokens = Object.values(modules).flatMap((module) =>
    Object.values(module).filter((each): each is { name: string } => isToken(each)),
  )
  const provided = roomServices.map(({ token }) => token.name)
  expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length)
  expect(provided.filter((name, at) => provided.indexOf(name) !== at)).toEqual([])
  const missing = tokens.filter(({ name }) => !provided.includes(name))
  expect(missing).toHaveLength(spineServices.length)
})

const isToken = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'name'

test('every file of errors has errors', () => {
  expect(errorFiles.length).toBeGreaterThan(3)
  expect(errorRows.filter(({ name }) => name === 'cameraOffline')).toHaveLength(1)
})
