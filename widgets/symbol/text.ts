import { words } from '../../ui/words.ts'

export const symbolText = words('symbol', { en: { missing: 'No such symbol' }, 'zh-cn': { missing: '没有此图元' } })

export const stateNames = {
  off: { en: 'Stopped', 'zh-cn': '停止' },
  run: { en: 'Running, open', 'zh-cn': '运行/全开' },
  shut: { en: 'Closed', 'zh-cn': '关闭' },
  move: { en: 'Moving', 'zh-cn': '动作中' },
  fault: { en: 'Fault', 'zh-cn': '故障' },
}

export const roleNames = {
  level: { en: 'Level', 'zh-cn': '液位' },
  fault: { en: 'Fault', 'zh-cn': '故障' },
  warning: { en: 'Warning', 'zh-cn': '警告' },
  notice: { en: 'Notice', 'zh-cn': '提示' },
  manual: { en: 'Manual', 'zh-cn': '手动' },
  local: { en: 'Local', 'zh-cn': '就地' },
  outOfService: { en: 'Out of service', 'zh-cn': '停用' },
}
