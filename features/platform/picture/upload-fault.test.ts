import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { uploadFault } from './upload-fault.ts'

test('a failed upload is reported with its reason in both languages, and keeps code and field', () => {
  const fault = new ApiError(10001, 'too large', { field: 'picture' })
  setLanguage('en')
  expect(uploadFault(fault)).toMatchObject({
    message: 'Picture upload failed: too large',
    code: 10001,
    field: 'picture',
  })
  setLanguage('zh-cn')
  expect(uploadFault(fault)).toMatchObject({ message: '图片上传失败：too large' })
})

test('a fault of the browser itself is unchanged', () => {
  const fault = new TypeError('not a picture')
  expect(uploadFault(fault)).toBe(fault)
})
