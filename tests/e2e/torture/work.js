// Works in all rooms in turn, as fast as the page allows, and says each acknowledged change with its number to the
// console in the moment in which the page shows it, so that the count cannot run ahead of the screen.
(async (first, begin) => {
  const root = document.documentElement;
  const all = name => [...document.querySelectorAll(`[data-testid=${name}]`)];
  const shown = name => all(name).filter(element => element.checkVisibility());
  const id = name => shown(name)[0];
  const until = condition => new Promise(done => {
    const look = () => condition() && (watch.disconnect(), clearInterval(timer), done());
    const watch = new MutationObserver(look);
    // Sizes and values change without a mutation.
    const timer = setInterval(look, 50);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  const change = (field, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const key = (element, key) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const press = async name => {
    await until(() => id(name) && !id(name).disabled);
    id(name).click();
  };
  const go = async room => {
    if (!location.hash.startsWith(`#/${room}`)) await press(`nav-${room}`);
    await until(() => location.hash.startsWith(`#/${room}`) && !id('chunk-loading')
      && all(`nav-${room}`).every(entry => !entry.checkVisibility() || entry.getAttribute('aria-current') === 'page'));
  };
  const saved = async (kind, number) => {
    await until(() => root.dataset.saved === 'yes');
    console.debug(`acknowledged ${kind} ${number}`);
  };
  const last = () => all('message').at(-1);
  const composer = () => id('composer');
  const type = async text => {
    // The field of the conversation before may still be there.
    await until(() => composer() && !composer().disabled
      && location.hash.endsWith(composer().form.dataset.attach || location.hash.split('/')[1]));
    change(composer(), text);
  };
  const answered = number => until(() => last()?.dataset.role === 'assistant' && last().dataset.status === 'done'
    && last().textContent.includes(`answer-${number}.`));
  const begun = new Set();
  const conversation = async () => {
    await go('chat');
    if (begun.has('chat')) return;
    begun.add('chat');
    await press('session-new');
    await until(() => !all('message').length);
  };
  const work = {
    async chat(number) {
      await conversation();
      await type(`chat-${number}.`);
      await press('send');
      await answered(number);
      await saved('chat', number);
    },
    async map(number) {
      await go('map');
      if (!begun.has('map')) {
        begun.add('map');
        await press('map-new');
        await until(() => id('node-title-input') && all('map-node').length === 1);
        change(id('node-title-input'), `Map of ${number}`);
        key(id('node-title-input'), 'Enter');
        await until(() => !id('node-title-input'));
      }
      await until(() => id('map-view') && all('map-node').length);
      key(id('map-view'), 'Tab');
      await until(() => id('node-title-input'));
      change(id('node-title-input'), `map-${number}.`);
      key(id('node-title-input'), 'Enter');
      await until(() => all('map-node').some(node => node.dataset.title === `map-${number}.`));
      // The next one is not wanted.
      await until(() => id('node-title-input')?.value === '');
      key(id('node-title-input'), 'Escape');
      await until(() => !id('node-title-input'));
      await saved('map', number);
      // Back to the root, so that the next one is its child.
      key(id('map-view'), 'ArrowLeft');
    },
    async time(number) {
      await go('time');
      await until(() => id('quick-add') && !id('quick-add').disabled);
      change(id('quick-add'), `time-${number}.`);
      key(id('quick-add'), 'Enter');
      await until(() => id('quick-add').value === '' && document.body.innerText.includes(`time-${number}.`));
      await saved('time', number);
    },
    async course(number) {
      await go('course');
      const before = location.hash;
      await press('course-new');
      await until(() => location.hash !== before && id('assistant')?.dataset.scope === 'course');
      await type(`course-${number}.`);
      await press('send');
      const filled = (name, text) => until(() => all('profile-field').some(field => field.dataset.field === name
        && field.dataset.filled === 'yes' && field.textContent.includes(text)));
      await filled('goal', `course-${number}.`);
      await saved('course', number);
      await until(() => id('question')?.dataset.field === 'background' && id('question').dataset.status === 'open');
      await type(`background-${number}.`);
      await press('send');
      await filled('background', `background-${number}.`);
      await saved('background', number);
      await until(() => id('question')?.dataset.field === 'targetOutcome');
    },
    async scene(number) {
      await go('scene');
      if (!begun.has('scene')) {
        begun.add('scene');
        const before = location.hash;
        await press('scene-new');
        await until(() => location.hash !== before && id('scene-canvas')?.dataset.state === 'full');
      }
      await until(() => id('scene-canvas')?.dataset.state === 'full');
      const before = all('scene-object').length;
      await press('scene-add');
      await until(() => all('scene-object').length > before && id('object-name')?.value === '');
      change(id('object-name'), `scene-${number}.`);
      id('object-name').dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => all('scene-object').some(object => object.textContent.includes(`scene-${number}.`)));
      await saved('scene', number);
    },
    async file(number) {
      await conversation();
      await type(`file-${number}.`);
      const files = new DataTransfer();
      files.items.add(new File([`content-${number}.`.repeat(200)], `file-${number}.txt`, { type: 'text/plain' }));
      const field = document.querySelector('input[data-testid=attach]');
      field.files = files.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => id('attachment'));
      await press('send');
      await answered(number);
      await saved('file', number);
    },
    async stream(number) {
      await conversation();
      await type(`stream-${number}.`);
      await press('send');
      let words = 0;
      const watch = new MutationObserver(() => {
        const text = all('message').findLast(message => message.dataset.role === 'assistant')?.textContent ?? '';
        const seen = [...text.matchAll(/\bw(\d+)-(\d+)\./g)].filter(word => word[1] === String(number)).length;
        if (seen > words) console.debug(`shown ${number} ${words = seen} ${Math.round(performance.now())}`);
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      await until(() => words > 0);
      await type(`queued-${number}.`);
      await press('send');
      await until(() => shown('queue-item').some(item => item.textContent.includes(`queued-${number}.`)));
      await saved('queued', number);
      await until(() => all('message').findLast(message => message.dataset.role === 'user').textContent
        .includes(`queued-${number}.`));
      await answered(number);
      watch.disconnect();
    },
  };
  // What was acknowledged before this line is in the second copy.
  new MutationObserver(() => root.dataset.mirrored === 'yes' && console.debug('mirrored'))
    .observe(root, { attributeFilter: ['data-mirrored'] });
  new PerformanceObserver(list => list.getEntriesByName('store.commit')
    .forEach(commit => console.debug(`committed ${Math.ceil(commit.duration)}`))).observe({ type: 'measure' });
  const kinds = Object.keys(work);
  for (let number = first; ; number++) {
    const at = Math.floor((number - first) / 3) + begin;
    const kind = kinds[at % kinds.length];
    await work[kind](number);
  }
})
