import { parse } from 'pg-connection-string'
import { expect, test } from 'vitest'
import { withoutSettings, withSettings } from './role-url.ts'

const socket = 'postgresql://u:p%2Bq%20r@localhost:5432/plant?host=%2Ftmp%2Fa%20b'

test('settings are added to those of a connection string, and nothing else changes', () => {
  expect(withSettings(socket, {})).toBe(socket)
  const once = withSettings(socket, { role: 'app' })
  const twice = withSettings(once, { jit: 'off', work_mem: 4 })
  expect(parse(twice)).toMatchObject({
    user: 'u',
    password: 'p+q r',
    host: '/tmp/a b',
    database: 'plant',
    options: '-c role=app -c jit=off -c work_mem=4',
  })
  expect(parse(withoutSettings(twice))).toEqual(parse(socket))
})

test('a plus in the password stays a plus', () => {
  expect(parse(withSettings('postgresql://u:p+q@host/plant', { role: 'app' }))).toMatchObject({
    password: parse('postgresql://u:p+q@host/plant').password,
  })
})
