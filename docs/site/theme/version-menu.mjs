// Version of the documented program, with links to the versions kept beside it.
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';

/* global __VERSION__, __HAS_VERSIONS__ */

export const VersionMenu = defineComponent({
  setup() {
    const versions = ref([]);
    onMounted(async () => {
      if (!__HAS_VERSIONS__) return;
      const answer = await fetch(withBase('/../versions.json')).catch(() => null);
      if (answer?.ok) versions.value = await answer.json();
    });
    const choose = (event) => window.location.assign(withBase(`/../${event.target.value}/`));
    return () =>
      versions.value.length < 2
        ? h('span', { class: 'version' }, `Version ${__VERSION__}`)
        : h('label', { class: 'version' }, [
            'Version ',
            h(
              'select',
              { onChange: choose, value: __VERSION__ },
              versions.value.map((version) => h('option', { key: version, value: version }, version)),
            ),
          ]);
  },
});
