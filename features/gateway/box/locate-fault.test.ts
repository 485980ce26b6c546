import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { setLanguage } from '../../../ui/language.ts'
import { locateFault } from './locate-fault.ts'

test('a failed location fetch is reported with reason and code, in both languages', () => {
  const fault = new ApiError(errorCode('locationNoCell'), 'No base station')
  setLanguage('en')
  expect(locateFault(fault)).toEqual({ message: 'Position fetch failed: No base station', code: 1342 })
  setLanguage('zh-cn')
  expect(locateFault(fault)).toEqual({ message: '获取位置失败：No base station', code: 1342 })
})
