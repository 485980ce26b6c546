// The light build of hls.js, without subtitles and alternate audio, has the types of the full build.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
