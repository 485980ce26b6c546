import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { setLanguage } from '../../../ui/language.ts'
import { clearFault } from './clear-fault.ts'

test('a failed reset is reported with its reason and code, in both languages', () => {
  const fault = new ApiError(errorCode('noPermission'), 'No permission')
  setLanguage('en')
  expect(clearFault(fault)).toEqual({ message: 'Alarm clear failed: No permission', code: 90002 })
  setLanguage('zh-cn')
  expect(clearFault(fault)).toEqual({ message: '清除报警失败：No permission', code: 90002 })
})
