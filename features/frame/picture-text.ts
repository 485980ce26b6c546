// The texts in place of a picture of a page.
import { words } from '../../ui/words.ts'

export const pictureText = words('picture-of-page', {
  en: {
    noPage: 'No page yet',
    locked: 'Password required',
    emptyPage: 'Empty page',
  },
  'zh-cn': {
    noPage: '暂无页面',
    locked: '需要密码',
    emptyPage: '空白页面',
  },
})
