import { words } from '../../ui/words.ts'

export const probeText = words('probe', {
  en: {
    test: 'Test connection',
    testAbout: 'Reads one address through the gateway with these settings. Nothing is saved or written.',
    address: 'Register address',
    dataType: 'Data type',
    readNow: 'Read now',
    reading: 'Reading…',
    took: 'answered in {{ms}} ms',
    bad: 'No value was read',
    correct: 'Correct the marked settings first',
    addressNeeded: 'Enter a register address',
    writeOnly: 'This variable can only be written',
    loadingNote: 'Reading the state of the gateway',
    compare: 'Compare it with what the server shows of its own certificate before you accept it.',
  },
  'zh-cn': {
    test: '测试连接',
    testAbout: '按当前参数通过网关读取一个地址，不保存也不写入。',
    address: '寄存器地址',
    dataType: '数据类型',
    readNow: '立即读取',
    reading: '正在读取…',
    took: '响应时间 {{ms}} ms',
    bad: '未读到数值',
    correct: '请先更正标出的参数',
    addressNeeded: '请输入寄存器地址',
    writeOnly: '该变量只写，无法读取',
    loadingNote: '正在读取网关状态',
    compare: '接受前请与服务器上显示的证书指纹核对。',
  },
})
