// OpenGL ES 3.0's functions, those that the program calls, on a canvas's WebGL 2. Objects are numbers
// there: places in a list.
const activeTexture = 0x84e0, firstTextureUnit = 0x84c0, textureBinding = 0x8069, currentProgram = 0x8b8d,
  arrayBuffer = 0x8894, vertexArray = 0x85b5, framebuffer = 0x8ca6, unpackRowLength = 0x0cf2, viewport = 0x0ba2,
  scissorBox = 0x0c10, majorVersion = 0x821b, minorVersion = 0x821c;
const blendSourceColor = 0x80c9, blendTargetColor = 0x80c8, blendSourceAlpha = 0x80cb, blendTargetAlpha = 0x80ca,
  blendEquationColor = 0x8009, blendEquationAlpha = 0x883d, add = 0x8006;
const logLength = 0x8b84;  // which WebGL does not tell

export class Gl {
  #gl;
  #memory;
  #objects = [null];
  #free = [];
  #programs = new Map();  // of each, its uniforms' places: numbers, too
  // What the program asks back, by what it asks for: asking WebGL waits until all before is drawn.
  #state = new Map([[activeTexture, firstTextureUnit], [currentProgram, 0], [arrayBuffer, 0], [vertexArray, 0],
    [framebuffer, 0], [unpackRowLength, 0], [blendSourceColor, 1], [blendTargetColor, 0], [blendSourceAlpha, 1],
    [blendTargetAlpha, 0], [blendEquationColor, add], [blendEquationAlpha, add], [majorVersion, 3],
    [minorVersion, 0]]);
  #enabled = new Set();

  constructor(canvas) {
    this.#gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  }

  get isThere() {
    return this.#gl !== null;
  }

  use(memory) {
    this.#memory = memory;
  }

  imports() {
    const own = Object.getOwnPropertyNames(Gl.prototype).filter((name) => name.startsWith('gl'));
    return Object.fromEntries([
      ...own.map((name) => [name, (...given) => this[name](...given)]),
      ...passedOn.map((name) => ['gl' + name[0].toUpperCase() + name.slice(1),
        (...given) => this.#gl[name](...given)]),
    ]);
  }

  #view(Kind, at, count) {
    return new Kind(this.#memory.buffer, at, count);
  }

  #text(at, count) {
    const end = count >= 0 ? at + count : new Uint8Array(this.#memory.buffer).indexOf(0, at);
    return new TextDecoder().decode(this.#view(Uint8Array, at, end - at));
  }

  #put(object) {
    const name = this.#free.pop() ?? this.#objects.length;
    this.#objects[name] = object;
    return name;
  }

  #generate(count, at, make) {
    const names = this.#view(Uint32Array, at, count);
    for (let i = 0; i < count; ++i) names[i] = this.#put(make());
  }

  #delete(count, at, end) {
    for (const name of this.#view(Uint32Array, at, count)) this.#forget(name, end);
  }

  #forget(name, end) {
    if (name === 0) return;
    end(this.#objects[name]);
    for (const key of [arrayBuffer, vertexArray, framebuffer, this.#boundTexture]) {
      if (this.#state.get(key) === name) this.#state.set(key, 0);  // as WebGL does
    }
    this.#objects[name] = undefined;
    this.#free.push(name);
  }

  // A log of at most `most` bytes with the zero at its end.
  #log(text, most, size, at) {
    const bytes = new TextEncoder().encode(text ?? '').subarray(0, Math.max(0, most - 1));
    this.#view(Uint8Array, at, bytes.length + 1).set([...bytes, 0]);
    if (size !== 0) this.#view(Int32Array, size, 1)[0] = bytes.length;
  }

  glGenTextures(count, at) { this.#generate(count, at, () => this.#gl.createTexture()); }
  glGenBuffers(count, at) { this.#generate(count, at, () => this.#gl.createBuffer()); }
  glGenFramebuffers(count, at) { this.#generate(count, at, () => this.#gl.createFramebuffer()); }
  glGenVertexArrays(count, at) { this.#generate(count, at, () => this.#gl.createVertexArray()); }
  glDeleteTextures(count, at) { this.#delete(count, at, (each) => this.#gl.deleteTexture(each)); }
  glDeleteBuffers(count, at) { this.#delete(count, at, (each) => this.#gl.deleteBuffer(each)); }
  glDeleteFramebuffers(count, at) { this.#delete(count, at, (each) => this.#gl.deleteFramebuffer(each)); }
  glDeleteVertexArrays(count, at) { this.#delete(count, at, (each) => this.#gl.deleteVertexArray(each)); }

  // Each texture unit has its own.
  get #boundTexture() { return `texture of unit ${this.#state.get(activeTexture)}`; }

  glBindTexture(target, name) {
    this.#state.set(this.#boundTexture, name);
    this.#gl.bindTexture(target, this.#objects[name]);
  }

  glBindBuffer(target, name) {
    if (target === this.#gl.ARRAY_BUFFER) this.#state.set(arrayBuffer, name);
    this.#gl.bindBuffer(target, this.#objects[name]);
  }

  glBindFramebuffer(target, name) {
    this.#state.set(framebuffer, name);
    this.#gl.bindFramebuffer(target, this.#objects[name]);
  }

  glBindVertexArray(name) {
    this.#state.set(vertexArray, name);
    this.#gl.bindVertexArray(this.#objects[name]);
  }

  glActiveTexture(unit) {
    this.#state.set(activeTexture, unit);
    this.#gl.activeTexture(unit);
  }

  glPixelStorei(what, value) {
    this.#state.set(what, value);
    this.#gl.pixelStorei(what, value);
  }

  glViewport(...box) {
    this.#state.set(viewport, box);
    this.#gl.viewport(...box);
  }

  glScissor(...box) {
    this.#state.set(scissorBox, box);
    this.#gl.scissor(...box);
  }

  glBlendEquation(how) { this.glBlendEquationSeparate(how, how); }

  glBlendEquationSeparate(color, alpha) {
    this.#state.set(blendEquationColor, color).set(blendEquationAlpha, alpha);
    this.#gl.blendEquationSeparate(color, alpha);
  }

  glBlendFuncSeparate(sourceColor, targetColor, sourceAlpha, targetAlpha) {
    this.#state.set(blendSourceColor, sourceColor).set(blendTargetColor, targetColor)
      .set(blendSourceAlpha, sourceAlpha).set(blendTargetAlpha, targetAlpha);
    this.#gl.blendFuncSeparate(sourceColor, targetColor, sourceAlpha, targetAlpha);
  }

  glEnable(what) {
    this.#enabled.add(what);
    this.#gl.enable(what);
  }

  glDisable(what) {
    this.#enabled.delete(what);
    this.#gl.disable(what);
  }

  glIsEnabled(what) { return Number(this.#enabled.has(what)); }

  glFramebufferTexture2D(target, attachment, kind, name, level) {
    this.#gl.framebufferTexture2D(target, attachment, kind, this.#objects[name], level);
  }

  #pixels(at, width, height) {
    const row = this.#state.get(unpackRowLength) || width;
    return this.#view(Uint8Array, at, height === 0 ? 0 : 4 * (row * (height - 1) + width));
  }

  // All pixels of the program's are RGBA, a byte each.
  glTexImage2D(target, level, inside, width, height, border, format, type, at) {
    const pixels = at === 0 ? null : this.#pixels(at, width, height);
    this.#gl.texImage2D(target, level, inside, width, height, border, format, type, pixels);
  }

  glTexSubImage2D(target, level, x, y, width, height, format, type, at) {
    this.#gl.texSubImage2D(target, level, x, y, width, height, format, type, this.#pixels(at, width, height));
  }

  glReadPixels(x, y, width, height, format, type, at) {
    this.#gl.readPixels(x, y, width, height, format, type, this.#view(Uint8Array, at, 4 * width * height));
  }

  glBufferData(target, size, at, usage) {
    this.#gl.bufferData(target, at === 0 ? size : this.#view(Uint8Array, at, size), usage);
  }

  glBufferSubData(target, offset, size, at) {
    this.#gl.bufferSubData(target, offset, this.#view(Uint8Array, at, size));
  }

  glCreateShader(kind) { return this.#put(this.#gl.createShader(kind)); }
  glDeleteShader(name) { this.#forget(name, (each) => this.#gl.deleteShader(each)); }
  glCompileShader(name) { this.#gl.compileShader(this.#objects[name]); }

  glShaderSource(name, count, texts, sizes) {
    const at = this.#view(Uint32Array, texts, count);
    const size = (i) => (sizes === 0 ? -1 : this.#view(Int32Array, sizes, count)[i]);
    this.#gl.shaderSource(this.#objects[name], Array.from(at, (each, i) => this.#text(each, size(i))).join(''));
  }

  glGetShaderiv(name, what, at) {
    const shader = this.#objects[name];
    const said = what === logLength ? this.#gl.getShaderInfoLog(shader).length : this.#gl.getShaderParameter(shader, what);
    this.#view(Int32Array, at, 1)[0] = Number(said);
  }

  glGetShaderInfoLog(name, most, size, at) {
    this.#log(this.#gl.getShaderInfoLog(this.#objects[name]), most, size, at);
  }

  glCreateProgram() { return this.#put(this.#gl.createProgram()); }

  glUseProgram(name) {
    this.#state.set(currentProgram, name);
    this.#gl.useProgram(this.#objects[name]);
  }

  glLinkProgram(name) { this.#gl.linkProgram(this.#objects[name]); }
  glAttachShader(program, shader) { this.#gl.attachShader(this.#objects[program], this.#objects[shader]); }
  glDetachShader(program, shader) { this.#gl.detachShader(this.#objects[program], this.#objects[shader]); }

  glDeleteProgram(name) {
    this.#programs.delete(this.#objects[name]);
    this.#forget(name, (each) => this.#gl.deleteProgram(each));
  }

  glGetProgramiv(name, what, at) {
    const program = this.#objects[name];
    const said = what === logLength ? this.#gl.getProgramInfoLog(program).length : this.#gl.getProgramParameter(program, what);
    this.#view(Int32Array, at, 1)[0] = Number(said);
  }

  glGetProgramInfoLog(name, most, size, at) {
    this.#log(this.#gl.getProgramInfoLog(this.#objects[name]), most, size, at);
  }

  glGetAttribLocation(program, name) {
    return this.#gl.getAttribLocation(this.#objects[program], this.#text(name));
  }

  glGetUniformLocation(program, name) {
    const object = this.#objects[program];
    const place = this.#gl.getUniformLocation(object, this.#text(name));
    if (place === null) return -1;
    if (!this.#programs.has(object)) this.#programs.set(object, []);
    return this.#programs.get(object).push(place) - 1;
  }

  #uniform(place) {
    return this.#programs.get(this.#objects[this.#state.get(currentProgram)])?.[place] ?? null;
  }

  glUniform1i(place, x) { this.#gl.uniform1i(this.#uniform(place), x); }
  glUniform1f(place, x) { this.#gl.uniform1f(this.#uniform(place), x); }
  glUniform2i(place, x, y) { this.#gl.uniform2i(this.#uniform(place), x, y); }
  glUniform2f(place, x, y) { this.#gl.uniform2f(this.#uniform(place), x, y); }

  glUniformMatrix4fv(place, count, isTransposed, at) {
    this.#gl.uniformMatrix4fv(this.#uniform(place), isTransposed !== 0, this.#view(Float32Array, at, 16 * count));
  }

  glVertexAttribPointer(index, size, type, isNormalized, stride, offset) {
    this.#gl.vertexAttribPointer(index, size, type, isNormalized !== 0, stride, offset);
  }


  glGetIntegerv(what, at) {
    const known = this.#state.get(what === textureBinding ? this.#boundTexture : what);
    const said = known ?? (what === textureBinding ? 0 : this.#gl.getParameter(what));
    const numbers = typeof said === 'number' ? [said] : Array.from(said);
    this.#view(Int32Array, at, numbers.length).set(numbers);
  }

  // Asked for where the two numbers of the version are not known.
  glGetString() { return 0; }
}

const passedOn = ['checkFramebufferStatus', 'clear', 'clearColor', 'drawArrays', 'drawElements',
  'enableVertexAttribArray', 'getError', 'texParameteri'];
