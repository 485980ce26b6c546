// The messages of the program, and the reasons why a remote download ends.
import type { Language } from '../../contract/errors.ts'
import type { TunnelEnd } from '../../contract/tunnel.ts'

type Words = Record<Language, string>

export const messages = {
  connecting: { en: 'Connecting to {url} ...', 'zh-cn': '正在连接 {url} ……' },
  open: {
    en: '{device}: 127.0.0.1:{local} is now {host}:{port}. Ends by {until}; Ctrl+C ends it before.',
    'zh-cn': '{device}：127.0.0.1:{local} 已连通 {host}:{port}。最迟 {until} 结束，按 Ctrl+C 可提前结束。',
  },
  usage: { en: 'Usage: {usage}', 'zh-cn': '用法：{usage}' },
  ticket: {
    en: 'The ticket was used or is older than a minute: start remote download again on the page of the device.',
    'zh-cn': '凭证已使用或超过 1 分钟，请在设备页面重新开始远程下载。',
  },
  lost: { en: 'The platform cannot be reached: {reason}', 'zh-cn': '无法连接平台：{reason}' },
  full: {
    en: 'A connection was closed: at most {limit} are carried at the same time.',
    'zh-cn': '连接已被关闭：最多同时传输 {limit} 个连接。',
  },
  reset: { en: 'A connection was closed: {reason}', 'zh-cn': '连接已被关闭：{reason}' },
  over: { en: 'Over: {why}', 'zh-cn': '已结束：{why}' },
} as const satisfies Record<string, Words>

export const ends: Record<TunnelEnd, Words> = {
  ended: { en: 'it was ended on the platform', 'zh-cn': '已在平台上结束' },
  expired: { en: 'its time is over', 'zh-cn': '已到时限' },
  idle: { en: 'nothing was carried for too long', 'zh-cn': '长时间无数据' },
  unused: { en: 'the ticket was not used', 'zh-cn': '凭证未使用' },
  programGone: { en: 'this program was stopped', 'zh-cn': '本程序已停止' },
  gatewayGone: { en: 'the gateway cannot be reached', 'zh-cn': '网关无法连接' },
  gatewayRefused: { en: 'the gateway refused', 'zh-cn': '网关拒绝' },
  rightsEnded: { en: 'you signed out, or lost the right to it', 'zh-cn': '您已退出登录或失去权限' },
  moved: { en: 'the device has another gateway or configuration now', 'zh-cn': '设备的网关或配置已更改' },
  restarted: { en: 'the platform stopped', 'zh-cn': '平台已停止' },
  broken: { en: 'the connection was broken', 'zh-cn': '连接中断' },
}

/** Replaces the placeholders of a text. */
export const fillText = (words: Words, language: Language, marks: Record<string, string | number> = {}): string =>
  words[language].replace(/\{(\w+)\}/g, (_, key: string) => String(marks[key] ?? ''))
