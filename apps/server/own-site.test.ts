import { describe, expect, it, test } from 'vitest'
import { nameOf } from '../../core/host-name.ts'
import { ownSite } from './own-site.ts'

const machine = { names: () => ['plant-server', 'plant-server.local'], addresses: () => ['10.0.0.5', 'fd00::5'] }
const site = (config: { host?: string; publicUrl?: string; trustProxy?: boolean } = {}) =>
  ownSite({ host: '127.0.0.1', publicUrl: null, trustProxy: false, ...config } as never, machine)
const plain = (headers: Record<string, string>) => ({ headers, isEncrypted: false })

test.each([
  ['example.com', 'example.com'],
  ['Example.COM:8080', 'example.com'],
  ['example.com.', 'example.com'],
  ['127.0.0.1:1', '127.0.0.1'],
  ['[::1]:8080', '::1'],
  ['[fe80::1]', 'fe80::1'],
  ['', undefined],
  [undefined, undefined],
  ['a b', undefined],
  ['evil.example#.localhost', undefined],
  ['user@localhost', undefined],
  ['localhost:8080:80', undefined],
])('the name in %s is %s', (host, name) => {
  expect(nameOf(host)).toBe(name)
})

describe('a host', () => {
  it.each([
    ['localhost', {}, true],
    ['LOCALHOST:8080', {}, true],
    ['app.localhost:8080', {}, true],
    ['127.0.0.1:8080', {}, true],
    ['127.9.9.9', {}, true],
    ['[::1]:8080', {}, true],
    ['evil.example', {}, false],
    ['localhost.evil.example', {}, false],
    ['127.0.0.1.evil.example', {}, false],
    ['plant-server', {}, false],
    ['10.0.0.5', {}, false],
    ['10.0.0.5', { host: '10.0.0.5' }, true],
    ['10.0.0.5:8080', { host: '0.0.0.0' }, true],
    ['plant-server:8080', { host: '0.0.0.0' }, true],
    ['plant-server.local', { host: '::' }, true],
    ['[fd00::5]', { host: '::' }, true],
    ['10.0.0.6', { host: '0.0.0.0' }, false],
    ['evil.example', { host: '0.0.0.0' }, false],
    ['plant.example', { publicUrl: 'https://plant.example' }, true],
    ['plant.example:8443', { publicUrl: 'https://plant.example:8443' }, true],
    ['localhost', { publicUrl: 'https://plant.example' }, true],
    ['other.example', { publicUrl: 'https://plant.example' }, false],
  ])('%s of %j: %s', (host, config, own) => {
    expect(site(config).isOwnHost({ host })).toBe(own)
  })

  it('is not accepted from a proxy header', () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    expect(site({ trustProxy: true }).isOwnHost(headers)).toBe(false)
  })
})

describe('an origin', () => {
  it.each([
    [{ host: 'localhost:8080' }, {}, true],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, {}, true],
    [{ host: 'localhost:8080', origin: 'https://localhost:8080' }, {}, false],
    [{ host: 'localhost:8080', origin: 'http://localhost:9090' }, {}, false],
    [{ host: 'localhost:8080', origin: 'null' }, {}, false],
    [{ host: 'x', origin: 'https://plant.example' }, { publicUrl: 'https://plant.example' }, true],
    [{ host: 'x', origin: 'http://plant.example' }, { publicUrl: 'https://plant.example' }, false],
    [{ host: 'x', 'sec-fetch-site': 'cross-site' }, {}, false],
    [{ host: 'x', 'sec-fetch-site': 'same-site' }, {}, false],
    [{ host: 'x', 'sec-fetch-site': 'none' }, {}, true],
    [{ host: 'x', origin: 'https://y', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'y' }, {}, false],
    [
      { host: 'x', origin: 'https://y', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'y' },
      { trustProxy: true },
      true,
    ],
  ])('%j of %j: %s', (headers, config, own) => {
    expect(site(config).isOwnOrigin(plain(headers as never))).toBe(own)
  })
})

test('sockets use our own host, encrypted if the page is', () => {
  expect(site().socketOrigin(plain({ host: 'localhost:8080' }))).toBe('ws://localhost:8080')
  expect(site().socketOrigin({ headers: { host: 'localhost' }, isEncrypted: true })).toBe('wss://localhost')
  expect(site({ publicUrl: 'https://plant.example' }).socketOrigin(plain({ host: 'x' }))).toBe('wss://plant.example')
})
