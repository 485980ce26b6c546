import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../driver.ts'
import { addressText, type NodeAddress, parseNodeAddress } from './address.ts'

describe('the id of a node', () => {
  it.each([
    ['i=2258', { namespace: 0, kind: 'i', id: '2258' }, 'i=2258'],
    ['ns=0;i=85', { namespace: 0, kind: 'i', id: '85' }, 'i=85'],
    ['ns=2;s=Machine.Temp', { namespace: 2, kind: 's', id: 'Machine.Temp' }, 'ns=2;s=Machine.Temp'],
    [
      '  ns=3;s="DB Motor"."Speed"  ',
      { namespace: 3, kind: 's', id: '"DB Motor"."Speed"' },
      'ns=3;s="DB Motor"."Speed"',
    ],
    ['ns=2;s=a=b;c', { namespace: 2, kind: 's', id: 'a=b;c' }, 'ns=2;s=a=b;c'],
    ['ns=2;s=温度', { namespace: 2, kind: 's', id: '温度' }, 'ns=2;s=温度'],
    ['ns=65535;i=4294967295', { namespace: 65_535, kind: 'i', id: '4294967295' }, 'ns=65535;i=4294967295'],
    [
      'ns=1;g=09087e75-8e5e-499b-954f-f2a9603db28a',
      { namespace: 1, kind: 'g', id: '09087E75-8E5E-499B-954F-F2A9603DB28A' },
      'ns=1;g=09087E75-8E5E-499B-954F-F2A9603DB28A',
    ],
    ['nsu=urn:press;s=a;b', { namespace: 'urn:press', kind: 's', id: 'a;b' }, 'nsu=urn:press;s=a;b'],
    ['nsu=urn:a%3Bb%25c;i=7', { namespace: 'urn:a;b%c', kind: 'i', id: '7' }, 'nsu=urn:a%3Bb%25c;i=7'],
    ['nsu=urn:a%3bb%20c;i=7', { namespace: 'urn:a;b%20c', kind: 'i', id: '7' }, 'nsu=urn:a%3Bb%2520c;i=7'],
    ['nsu=urn:a%253B;i=7', { namespace: 'urn:a%3B', kind: 'i', id: '7' }, 'nsu=urn:a%253B;i=7'],
    ['nsu=http://opcfoundation.org/UA/;i=85', { namespace: 0, kind: 'i', id: '85' }, 'i=85'],
    ['nsu=2;i=85', { namespace: '2', kind: 'i', id: '85' }, 'nsu=2;i=85'],
    ['ns=1;b=M/RbKBsRVkePCePcx24oRA==', { namespace: 1, kind: 'b', id: 'M/RbKBsRVkePCePcx24oRA==' }, undefined],
  ] as const)('%s', (text, parsed, written) => {
    expect(parseNodeAddress(text)).toEqual(parsed)
    expect(addressText(parsed)).toBe(written ?? text)
  })

  it('keeps any URI through its text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: fc.constantFrom(...'a:/%;=3B25 #°温') }), (text) => {
        const uri = text.trim() || 'urn:x'
        const address: NodeAddress = { namespace: uri, kind: 's', id: 'x;y=%3B' }
        expect(parseNodeAddress(addressText(address))).toEqual(address)
      }),
    )
  })

  it.each([
    '2258',
    'Machine.Temp',
    'nsu=;i=1',
    'nsu= ;i=1',
    'nsu=urn:press',
    'nsu=urn:press;',
    'nsu=urn:press;Temp',
    'ns=1;nsu=urn:press;i=1',
    'svr=1;nsu=urn:press;i=1',
    'ns=2',
    'ns=2;',
    'ns=2;s=',
    'ns=-1;i=1',
    'ns=65536;i=1',
    'ns=2;x=1',
    'ns=2,i=1',
    'i=-1',
    'i=1.5',
    'i=4294967296',
    'i=abc',
    'g=09087e75',
    'b=M',
    'b=!!!!',
    '40001',
  ])('%s is none', (text) => {
    const answer = parseNodeAddress(text)
    expect(isRefusal(answer) && answer.reason.en).toBeTruthy()
  })
})
