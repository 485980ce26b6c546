import { words } from '../../ui/words.ts'

export const frameText = words('widget-frame', {
  en: {
    noPage: 'No page selected yet',
    noLink: 'No link yet',
    notWeb: 'Only links that start with https:// or http:// are shown here.',
    ownSite: 'The platform does not show itself in a frame. Choose one of its pages instead.',
    plainHttp: 'Browsers do not show an http page within an https page. Use an https link.',
    notAllowed: 'The settings of the platform do not allow frames of {{site}}.',
    pageHere: 'Page {{id}}',
  },
  'zh-cn': {
    noPage: '尚未选择页面',
    noLink: '尚未填写链接',
    notWeb: '此处仅显示以 https:// 或 http:// 开头的链接。',
    ownSite: '不能在框架中显示本平台，请改为选择平台中的页面。',
    plainHttp: '浏览器不在 https 页面中显示 http 页面，请使用 https 链接。',
    notAllowed: '平台设置不允许嵌入 {{site}}。',
    pageHere: '页面 {{id}}',
  },
})
