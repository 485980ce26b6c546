// The meanings of 0 and 1 of the plant's booleans, in the words of the demonstration's pages.
import type { States } from './register.ts'

const pair = (off: readonly [en: string, zh: string], on: readonly [en: string, zh: string]): States => ({
  en: [off[0], on[0]],
  zh: [off[1], on[1]],
})

export const states = {
  running: pair(['stopped', '停止'], ['running', '运行']),
  raking: pair(['at rest', '静止'], ['raking', '清污中']),
  tripped: pair(['normal', '正常'], ['fault', '故障']),
  alarm: pair(['normal', '正常'], ['alarm', '报警']),
  overflow: pair(['no overflow', '无溢流'], ['overflowing', '溢流']),
  automatic: pair(['manual', '手动'], ['automatic', '自动']),
  night: pair(['day', '日间'], ['night', '夜间']),
  washing: pair(['filtering', '过滤'], ['backwash', '反冲洗']),
  start: pair(['stop', '停止'], ['start', '启动']),
  rakeNow: pair(['no request', '无请求'], ['rake', '清污']),
  open: pair(['closed', '关闭'], ['open', '打开']),
  loaded: pair(['unloaded', '卸载'], ['loaded', '加载']),
  isolated: pair(['connected', '连通'], ['isolated', '隔离']),
  heartbeat: pair(['low', '低电平'], ['high', '高电平']),
  unloading: pair(['not unloading', '未卸料'], ['unloading', '卸料中']),
  moving: pair(['parked', '停车'], ['moving', '行驶中']),
} as const satisfies Record<string, States>
