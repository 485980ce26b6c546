import { words } from '../../ui/words.ts'

export const scriptText = words('scripts', {
  en: {
    empty: 'The script is empty: define the function query',
    running: 'The script is running…',
    at: '{{what}} (line {{line}})',
    syntax: 'Script: syntax error. {{message}}',
    thrown: 'Script: {{message}}',
    time: 'Script: stopped, it ran too long. {{message}}',
    memory: 'Script: stopped, it needs too much memory. {{message}}',
    depth: 'Script: stopped, calls are nested too deep. {{message}}',
    noQuery: 'Script: the function query is missing. {{message}}',
    shape: 'Script: the answer does not have the expected form. {{message}}',
    lost: 'The script could not be run. {{message}}',
    noRows: 'The script returned no data',
  },
  'zh-cn': {
    empty: '脚本为空：请定义函数 query',
    running: '脚本运行中…',
    at: '{{what}}（第 {{line}} 行）',
    syntax: '脚本语法错误。{{message}}',
    thrown: '脚本出错：{{message}}',
    time: '脚本运行超时，已停止。{{message}}',
    memory: '脚本内存超限，已停止。{{message}}',
    depth: '脚本调用层数过深，已停止。{{message}}',
    noQuery: '脚本缺少函数 query。{{message}}',
    shape: '脚本返回的数据格式不符。{{message}}',
    lost: '脚本无法运行。{{message}}',
    noRows: '脚本未返回数据',
  },
})
