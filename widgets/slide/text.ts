import { words } from '../../ui/words.ts'

export const slideText = words('widget-slide', {
  en: {
    pictures: 'Pictures',
    noPictures: 'No pictures yet',
    picture: 'Picture {{place}} of {{count}}',
    before: 'Previous picture',
    next: 'Next picture',
    gone: 'The picture cannot be loaded',
  },
  'zh-cn': {
    pictures: '图片轮播',
    noPictures: '暂无图片',
    picture: '第 {{place}} 张，共 {{count}} 张',
    before: '上一张',
    next: '下一张',
    gone: '图片加载失败',
  },
})
