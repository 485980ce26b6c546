import { expect, test } from 'vitest'
import { isHostName } from './host-name.ts'

test.each([
  ...[
    ['plc-1', true],
    ['PLC_1.works.example', true],
    ['192.168.0.10', true],
    ['fd00::1', true],
    ['3com.example', true],
  ],
  ...[
    ['999.1.1.1', false],
    ['1.2.3', false],
    ['1.2.3.4.5', false],
    ['10.0.0.256', false],
    ['010.0.0.1', false],
  ],
  ...[
    ['42', false],
    ['a b', false],
    ['', false],
  ],
] as [string, boolean][])('%j is a host: %s', (text, is) => expect(isHostName(text)).toBe(is))
