import { words } from '../../../ui/words.ts'

export const pictureText = words('device-picture', {
  en: {
    image: 'Image',
    select: 'Select a picture',
    other: 'Select another',
    none: 'No picture',
    gone: 'The picture was deleted',
    uploadFailed: 'Picture upload failed: {{reason}}',
  },
  'zh-cn': {
    image: '图片',
    select: '选择图片',
    other: '更换图片',
    none: '不使用图片',
    gone: '图片已删除',
    uploadFailed: '图片上传失败：{{reason}}',
  },
})
