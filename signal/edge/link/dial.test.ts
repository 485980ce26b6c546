import { describe, expect, it } from 'vitest'
import { parseBroker } from './dial.ts'

describe('the address of a broker', () => {
  it.each([
    ['mqtt://broker', { secure: false, host: 'broker', port: 1883 }],
    ['mqtt://10.0.0.1:1884', { secure: false, host: '10.0.0.1', port: 1884 }],
    ['mqtts://broker', { secure: true, host: 'broker', port: 8883 }],
    ['mqtts://broker:443/', { secure: true, host: 'broker', port: 443 }],
    ['mqtt://[::1]:1885', { secure: false, host: '::1', port: 1885 }],
  ])('%s', (url, broker) => {
    expect(parseBroker(url)).toEqual(broker)
  })

  it.each(['', 'broker', 'broker:1883', 'http://broker', 'ws://broker', 'mqtt://', 'mqtt://broker:99999'])(
    'is not %j',
    (url) => {
      expect(() => parseBroker(url)).toThrow('must be mqtt://host:port')
    },
  )
})
