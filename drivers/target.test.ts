import { describe, expect, it } from 'vitest'
import { isSameTarget, targetOf } from './target.ts'

describe('the target of a driver', () => {
  it.each([
    [
      { host: 'PLC-1', port: 502 },
      { host: 'plc-1', port: 502 },
    ],
    [{ endpointUrl: 'opc.tcp://Server:4841/UA' }, { host: 'server', port: 4841 }],
    [{ endpointUrl: 'opc.tcp://10.0.0.9' }, { host: '10.0.0.9', port: 4840 }],
    [{ endpointUrl: 'opc.tcp://10.0.0.9:80/' }, { host: '10.0.0.9', port: 80 }],
    [{ endpointUrl: 'opc.tcp://[fd00::1]:4840' }, { host: 'fd00::1', port: 4840 }],
  ])('%j', (params, target) => {
    expect(targetOf(params)).toEqual(target)
  })

  it.each([{}, { host: '', port: 502 }, { host: 'a' }, { endpointUrl: 'http://a:1' }, { endpointUrl: 'opc.tcp://' }])(
    'is none for %j',
    (params) => {
      expect(targetOf(params)).toBeUndefined()
    },
  )

  it('is the same by host and port', () => {
    expect(isSameTarget({ host: 'a', port: 1 }, { host: 'a', port: 1 })).toBe(true)
    expect(isSameTarget({ host: 'a', port: 1 }, { host: 'a', port: 2 })).toBe(false)
    expect(isSameTarget(undefined, undefined)).toBe(false)
  })
})
