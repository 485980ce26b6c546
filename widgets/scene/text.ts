import { words } from '../../ui/words.ts'

export const sceneText = words('scene-widget', {
  en: {
    atRun: '3D scene: shown on the running page',
    noScene: 'No 3D scene is set',
    gone: 'This 3D scene no longer exists',
    opening: 'Opening the scene…',
    noDrawing: 'This browser cannot draw 3D scenes: WebGL is off',
    lost: 'The browser took the drawing away; it is opened again',
    unreachable: 'The scene could not be loaded; it is tried again',
    broken: 'This model cannot be drawn',
    missing: 'Not in the model: {{names}}',
    views: 'Views',
    whole: 'Whole scene',
  },
  'zh-cn': {
    atRun: '3D 场景：运行时显示',
    noScene: '未设置 3D 场景',
    gone: '该 3D 场景已不存在',
    opening: '正在打开场景…',
    noDrawing: '浏览器无法绘制 3D 场景：WebGL 未启用',
    lost: '浏览器收回了绘图资源，正在重新打开',
    unreachable: '场景加载失败，将自动重试',
    broken: '该模型无法绘制',
    missing: '模型中没有：{{names}}',
    views: '视角',
    whole: '全景',
  },
})
