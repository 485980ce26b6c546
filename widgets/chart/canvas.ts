// One ECharts instance: created when its node has a size, resized with the node, drawn at most once per frame, disposed
// when the node is removed.
import type { ECharts } from 'echarts/core'
import { whenIdle } from '../when-idle.ts'
import { type ChartLook, type ChartOption, lookAt } from './look.ts'
import { pixelRatio } from './sharp.ts'

export type ChartCanvas = {
  /** Draws in the next frame with the options that the function returns then. */
  draw(optionOf: (look: ChartLook) => ChartOption): void
  /** Draws again after a change of theme. */
  redraw(): void
  end(): void
}

/** Delay before ECharts is loaded again after a failure. */
const againMs = 10_000

/** The scale at which the page is shown. The sum of both sides stays the same after a quarter turn. */
function scaleOf(node: HTMLElement): number {
  const { width, height } = node.getBoundingClientRect()
  return (width + height) / (node.offsetWidth + node.offsetHeight)
}

export function createChart(
  node: HTMLElement,
  onFault: (error: unknown) => void,
  load: () => Promise<typeof import('./echarts.ts')> = () => whenIdle().then(() => import('./echarts.ts')),
): ChartCanvas {
  let library: typeof import('./echarts.ts') | undefined
  let chart: ECharts | undefined
  let option: ((look: ChartLook) => ChartOption) | undefined
  let ratio = 1
  let frame = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const paint = () => {
    frame = 0
    const look = lookAt(node)
    if (!library || !option || look.width < 1 || look.height < 1) return
    try {
      const sharp = pixelRatio(window.devicePixelRatio, scaleOf(node), look)
      if (sharp !== ratio) {
        chart?.dispose()
        chart = undefined
        ratio = sharp
      }
      chart ??= library.init(node, null, { renderer: 'canvas', devicePixelRatio: ratio })
      if (chart.getWidth() !== look.width || chart.getHeight() !== look.height) chart.resize()
      // Replaces the series, so that removed ones disappear; the other options are merged.
      chart.setOption(option(look), { replaceMerge: ['series'], lazyUpdate: false, silent: true })
      onFault(undefined)
    } catch (error) {
      onFault(error)
    }
  }
  const later = () => {
    if (!isEnded && frame === 0) frame = requestAnimationFrame(paint)
  }
  const ask = () => {
    load().then(
      (loaded) => {
        library = loaded
        later()
      },
      (error: unknown) => {
        if (isEnded) return
        onFault(error)
        retry = setTimeout(ask, againMs)
      },
    )
  }
  ask()
  const sizes = new ResizeObserver(later)
  sizes.observe(node)
  return {
    draw(next) {
      option = next
      later()
    },
    redraw: later,
    end() {
      isEnded = true
      cancelAnimationFrame(frame)
      clearTimeout(retry)
      sizes.disconnect()
      chart?.dispose()
    },
  }
}
