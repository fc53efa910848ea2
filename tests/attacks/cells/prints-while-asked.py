# Prints, shows and asks for input without measure while it is asked for its answer.
# expects: status=ran, points=4
# beside: answers
# %%
def target(numbers):
    from IPython.display import clear_output, display

    for _ in range(100):
        print("INPUTS", numbers, "z" * 10_000)
        display(numbers)
        clear_output()
    return input(str(numbers))
