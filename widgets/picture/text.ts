import { words } from '../../ui/words.ts'

export const pictureText = words('picture', {
  en: { none: 'No picture selected', gone: 'The picture cannot be loaded' },
  'zh-cn': { none: '未选择图片', gone: '图片加载失败' },
})
