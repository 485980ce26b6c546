// Registers the rose chart, see widgets/chart/pie-widget.
import { pieWidget } from '../chart/pie-widget.tsx'

export default pieWidget('rose', 'Rose', { en: 'Nightingale chart', 'zh-cn': '玫瑰图' })
