// Camera, light and frames of a 3D scene: drawn only while something moves and the scene is visible.
import {
  Box3,
  BoxHelper,
  DirectionalLight,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Raycaster,
  Scene,
  TOUCH,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { SceneCamera } from '../services.ts'
import type { Model } from './model.ts'

export type StageWanted = {
  /** The camera rotates automatically. */
  isSpinning: boolean
  /** Reduced motion: objects move only on input of the user. */
  isStill: boolean
  /** The scene is the whole page: the wheel and one finger control the camera. */
  isAlone: boolean
  /** The browser discarded the WebGL context. */
  onLost: () => void
}

type Lights = { scene: Scene; sun: DirectionalLight; dispose: () => void }

/** The scene with its model, in the light of a room and a sun. */
function litScene(renderer: WebGLRenderer, model: Model): Lights {
  const scene = new Scene()
  const around = new PMREMGenerator(renderer)
  const room = around.fromScene(new RoomEnvironment(), 0.04)
  scene.environment = room.texture
  scene.environmentIntensity = 0.45
  const sun = new DirectionalLight(0xffffff, 1.1)
  scene.add(sun, model.root)
  const dispose = () => {
    room.dispose()
    around.dispose()
  }
  return { scene, sun, dispose }
}

function controlsOf(camera: PerspectiveCamera, canvas: HTMLCanvasElement, wanted: StageWanted): OrbitControls {
  const { isSpinning, isStill, isAlone } = wanted
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = !isStill
  controls.autoRotate = isSpinning && !isStill
  controls.autoRotateSpeed = 0.6
  controls.maxPolarAngle = Math.PI / 2
  if (!isAlone) leaveScrolling(controls, canvas)
  return controls
}

/**
 * The drawing area of a scene. `draw`, `camera` and `look` may be passed on as separate functions. `close` releases all
 * resources.
 */
export class Stage {
  readonly canvas: HTMLCanvasElement
  readonly #box: HTMLElement
  readonly #model: Model
  readonly #renderer = new WebGLRenderer({ antialias: true, alpha: true })
  readonly #lights: Lights
  readonly #lens: Lens
  readonly #whole: Box3
  readonly #ray = new Raycaster()
  readonly #sizing = new ResizeObserver(() => this.#resize())
  readonly #seeing = new IntersectionObserver((entries) => {
    this.#isSeen = entries.at(-1)?.isIntersecting ?? true
    this.draw()
  })
  readonly #lose: (event: Event) => void
  #frame: BoxHelper | undefined
  /** Until the user turns the scene, each change of its size fits the whole model into the view. */
  #isTurned = false
  /** The request for the next frame, and the time of the last one while something moves; 0: none. */
  #asked = 0
  #last = 0
  #isSeen = true
  #step: (seconds: number) => boolean = () => false
  #after: () => void = () => undefined

  constructor(box: HTMLElement, model: Model, wanted: StageWanted) {
    this.#box = box
    this.#model = model
    this.canvas = this.#renderer.domElement
    box.append(this.canvas)
    this.#lights = litScene(this.#renderer, model)
    const camera = new PerspectiveCamera(40, 1, 0.01, 1000)
    const controls = controlsOf(camera, this.canvas, wanted)
    this.#lens = { camera, controls, sun: this.#lights.sun }
    this.#whole = new Box3().setFromObject(model.root)
    controls.addEventListener('start', () => {
      this.#isTurned = true
    })
    this.#sizing.observe(box)
    this.#seeing.observe(box)
    this.#lose = (event) => {
      event.preventDefault()
      wanted.onLost()
    }
    this.canvas.addEventListener('webglcontextlost', this.#lose)
    controls.addEventListener('change', this.draw)
    this.#resize()
  }

  /** Draws in the next frame, if the scene is visible. */
  readonly draw = (): void => {
    if (this.#isSeen) this.#asked ||= requestAnimationFrame((at) => this.#run(at))
  }

  readonly camera = (): SceneCamera => {
    const { camera, controls } = this.#lens
    return { position: camera.position.toArray(), target: controls.target.toArray() }
  }

  /** Sets the camera; without a position the whole model is in view. */
  readonly look = (at: SceneCamera | undefined): void => {
    const { camera, controls } = this.#lens
    this.#isTurned = at !== undefined
    if (at) {
      camera.position.fromArray([...at.position])
      controls.target.fromArray([...at.target])
    } else lookAt(this.#whole, this.#lens)
    controls.update()
    this.draw()
  }

  /**
   * Starts drawing. `step` moves animated nodes, and returns whether any of them moves; `after` is called after each
   * frame.
   */
  start(step: (seconds: number) => boolean, after: () => void): void {
    this.#step = step
    this.#after = after
  }

  /** Position of a model's point on the canvas, in pixels; undefined behind the camera. */
  placeOf(point: Vector3): { x: number; y: number } | undefined {
    const at = point.clone().project(this.#lens.camera)
    if (at.z > 1) return undefined
    return { x: ((at.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - at.y) / 2) * this.canvas.clientHeight }
  }

  /** Objects at a point of the screen, the nearest first. */
  hits(x: number, y: number): Object3D[] {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const point = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2)
    this.#ray.setFromCamera(point, this.#lens.camera)
    const seen = this.#ray.intersectObject(this.#model.root).filter(({ object }) => isShown(object))
    return seen.map(({ object }) => object)
  }

  /** Draws a box around an object, or removes it. */
  frame(of: Object3D | undefined, colour: string): void {
    this.#frame?.removeFromParent()
    this.#frame?.dispose()
    this.#frame = of && new BoxHelper(of, colour)
    if (this.#frame) this.#lights.scene.add(this.#frame)
    this.draw()
  }

  close(): void {
    cancelAnimationFrame(this.#asked)
    this.#isSeen = false
    this.#sizing.disconnect()
    this.#seeing.disconnect()
    this.canvas.removeEventListener('webglcontextlost', this.#lose)
    this.#lens.controls.dispose()
    this.#frame?.dispose()
    this.#lights.dispose()
    this.#renderer.dispose()
    // A browser allows about sixteen WebGL contexts and discards the oldest, so this one is released immediately.
    this.#renderer.forceContextLoss()
    this.canvas.remove()
  }

  #run(at: number): void {
    const { camera, controls } = this.#lens
    this.#asked = 0
    // Limits the step, so that nothing jumps after a pause.
    const seconds = this.#last === 0 ? 0 : Math.min(0.1, (at - this.#last) / 1000)
    const isMoving = this.#step(seconds)
    const isCarried = controls.update()
    this.#frame?.update()
    this.#renderer.render(this.#lights.scene, camera)
    this.#after()
    this.#last = isMoving || isCarried || controls.autoRotate ? at : 0
    if (this.#last !== 0) this.draw()
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#box
    if (width === 0 || height === 0) return
    const { camera } = this.#lens
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.#renderer.setSize(width, height, false)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    if (!this.#isTurned) lookAt(this.#whole, this.#lens)
    this.draw()
  }
}

/** The wheel and one finger scroll the page; the scene requires Ctrl with the wheel, or two fingers. */
function leaveScrolling(controls: OrbitControls, canvas: HTMLCanvasElement): void {
  controls.touches = { TWO: TOUCH.DOLLY_ROTATE }
  canvas.style.touchAction = 'pan-x pan-y'
  canvas.addEventListener('wheel', (event) => !event.ctrlKey && event.stopImmediatePropagation(), { capture: true })
}

/** A hidden node hides its children. */
const isShown = (object: Object3D): boolean => object.visible && (object.parent === null || isShown(object.parent))

type Lens = { camera: PerspectiveCamera; controls: OrbitControls; sun: DirectionalLight }

const tangent = (degrees: number) => Math.tan((degrees * Math.PI) / 180)

/** Brings the whole box into view, from the right and above. */
function lookAt(box: Box3, { camera, controls, sun }: Lens): void {
  const [middle, size] = [box.getCenter(new Vector3()), box.getSize(new Vector3())]
  const radius = Math.max(1e-3, size.length() / 2)
  const from = new Vector3(0.62, 0.5, 0.9).normalize()
  const right = new Vector3(0, 1, 0).cross(from).normalize()
  const up = from.clone().cross(right)
  const high = tangent(camera.fov / 2)
  // The largest distance that any corner requires.
  const far = [0, 1, 2, 3, 4, 5, 6, 7].reduce((most, corner) => {
    const sign = (bit: number) => ((corner >> bit) & 1) - 0.5
    const at = new Vector3(sign(0), sign(1), sign(2)).multiply(size)
    const needed = Math.max(Math.abs(at.dot(right)) / (high * camera.aspect), Math.abs(at.dot(up)) / high)
    return Math.max(most, at.dot(from) + needed * 1.06)
  }, radius * 0.1)
  camera.near = radius / 100
  camera.far = (far + radius) * 10
  camera.position.copy(middle).addScaledVector(from, far)
  controls.target.copy(middle)
  controls.minDistance = radius * 0.2
  controls.maxDistance = far * 3
  sun.position.copy(middle).addScaledVector(new Vector3(0.5, 1, 0.7).normalize(), radius * 4)
  camera.updateProjectionMatrix()
  controls.update()
}
