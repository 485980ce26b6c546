import { words } from '../../ui/words.ts'

export const pageText = words('page', {
  en: {
    realTime: 'Real time',
    device: 'Device',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    canvas: 'Configuration page {{title}}',
    empty: 'This page has no widgets yet. Add widgets in the designer.',
  },
  'zh-cn': {
    realTime: '实时数据',
    device: '设备',
    fullScreen: '全屏',
    leaveFullScreen: '退出全屏',
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '适应窗口',
    canvas: '组态页面 {{title}}',
    empty: '该页面还没有组件，请在设计器中添加。',
  },
})
