import { expect, test } from 'vitest'
import { agentOf } from './rules.ts'

const mozilla = 'Mozilla/5.0'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.92'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome 130', 'Windows', false],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/130.0.2849.68`, 'Edge 130', 'Windows', false],
  [`${mozilla} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox 132', 'Linux', false],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
    'Safari 18',
    'macOS',
    false,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    ...(['Safari 18', 'iOS', true] as const),
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Mobile/15E148 MicroMessenger/8.0.54(0x1800362b)`,
    ...(['WeChat 8', 'iOS', true] as const),
  ],
  [`${mozilla} (iPad; CPU OS 18_1 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148`, 'Chrome 130', 'iPadOS', true],
  [`${mozilla} (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome 130', 'Android', true],
  [
    `${mozilla} (Phone; OpenHarmony 5.0) ${chrome} Mobile HuaweiBrowser/5.0.4.300`,
    ...(['Huawei Browser 5', 'HarmonyOS', true] as const),
  ],
  [`${mozilla} (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko`, 'Internet Explorer 11', 'Windows', false],
  ['curl/8.5.0', 'curl 8.5', null, false],
  ['python-requests/2.32.3', 'python-requests 2.32', null, false],
  ['node', 'node', null, false],
  [`${mozilla} (unknown)`, null, null, false],
  ['', null, null, false],
])('%s', (text, program, system, isPhone) => {
  expect(agentOf(text)).toEqual({ program, system, isPhone })
})
