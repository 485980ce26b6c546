import { describe, expect, it } from 'vitest'
import { isRefusal } from '../driver.ts'
import { addressText, parseNodeAddress } from './address.ts'

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
    ['ns=1;b=M/RbKBsRVkePCePcx24oRA==', { namespace: 1, kind: 'b', id: 'M/RbKBsRVkePCePcx24oRA==' }, undefined],
  ] as const)('%s', (text, parsed, written) => {
    expect(parseNodeAddress(text)).toEqual(parsed)
    expect(addressText(parsed)).toBe(written ?? text)
  })

  it.each([
    '2258',
    'Machine.Temp',
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
