import { words } from '../../../ui/words.ts'

export const pagePasswordText = words('pagePassword', {
  en: {
    password: 'Password',
    newPassword: 'New password',
    passwordTitle: 'Password of the page',
    asksPassword: 'Ask for a password',
    asksPasswordNote: 'Anyone who watches the page enters it once per session. Users who may edit pages are not asked.',
    passwordSet: 'The page asks for its password now.',
    passwordGone: 'The page asks for no password now.',
    pageLocked: 'Password of the page',
    lockedAbout: 'This page is protected by a password.',
    enterPassword: 'Open page',
  },
  'zh-cn': {
    password: '密码',
    newPassword: '新密码',
    passwordTitle: '页面密码',
    asksPassword: '打开页面时需要密码',
    asksPasswordNote: '查看者每次登录后首次打开该页面时输入。可编辑页面的人员无需输入。',
    passwordSet: '页面已启用密码。',
    passwordGone: '页面已取消密码。',
    pageLocked: '页面密码',
    lockedAbout: '该页面受密码保护。',
    enterPassword: '打开页面',
  },
})
