import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { createJumps } from './jump.ts'

let went: string[]
let faults: { message: string; code: number }[]
beforeEach(() => {
  setLanguage('en')
  went = []
  faults = []
})
const to = (name: string, load: () => Promise<unknown>) => ({
  load,
  go: () => void went.push(name),
  onFault: (fault: { message: string; code: number }) => void faults.push(fault),
})

test('a jump goes to a page that opens', async () => {
  await createJumps().jump(to('pump', async () => ({})))
  expect([went, faults]).toEqual([['pump'], []])
})

test('a page that fails to open reports the reason, and the current page stays', async () => {
  const gone = async () => {
    throw new ApiError(10002, 'It does not exist')
  }
  await createJumps().jump(to('pump', gone))
  setLanguage('zh-cn')
  await createJumps().jump(to('pump', gone))
  expect(went).toEqual([])
  expect(faults).toEqual([
    { message: 'Failed to jump to the configuration page: It does not exist', code: 10002 },
    { message: '跳转到组态页面失败：It does not exist', code: 10002 },
  ])
})

test('the later of two jumps wins, and none is done after leaving', async () => {
  const jumps = createJumps()
  const arrive: (() => void)[] = []
  const slow = () => new Promise<void>((resolve) => arrive.push(resolve))
  const first = jumps.jump(to('first', slow))
  const second = jumps.jump(to('second', slow))
  for (const each of [...arrive].reverse()) each()
  await Promise.all([first, second])
  expect(went).toEqual(['second'])
  const third = jumps.jump(to('third', slow))
  jumps.leave()
  arrive.at(-1)!()
  await third
  expect(went).toEqual(['second'])
})
